// Before the first paint: the scheme and the density that were chosen on this device.
for (const [, name, value] of document.cookie.matchAll(/(?:^|; )staff-(scheme|density)=(\w+)/g)) {
  document.documentElement.dataset[name] = value;
}
