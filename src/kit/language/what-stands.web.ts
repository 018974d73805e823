/** The sentence in the language that is spoken. */
type Say = (text: string) => string;

export const saidAttributes = ["aria-label", "alt", "label", "placeholder", "title"];

/**
 * What was drawn before its part of the catalogue had come, such as an answer of the server, is said in place: React
 * compares with what it was given, not with what stands there.
 */
export function sayWhatStands(say: Say): void {
  sayTitle(say);
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const element = node instanceof Element ? node : node.parentElement;
    if (element?.closest("[translate=no], script, style, textarea, noscript")) continue;
    const held = node === element ? saidAttributes.map((name) => element.getAttributeNode(name)) : [node];
    for (const one of held) {
      const said = say(one?.nodeValue ?? "");
      if (one && said !== one.nodeValue) one.nodeValue = said;
    }
  }
}

/** A page names the browser's tab by itself: `Sign in · The college`. */
export function watchTitle(say: Say): void {
  const title = document.querySelector("title");
  const watch = new MutationObserver(() => sayTitle(say));
  if (title) watch.observe(title, { childList: true, characterData: true, subtree: true });
}

function sayTitle(say: Say): void {
  const [title = "", ...site] = document.title.split(" · ");
  const said = [say(title), ...site].join(" · ");
  if (said !== document.title) document.title = said;
}
