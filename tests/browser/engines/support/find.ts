import { installFromDebian, onPath, starts, succeeds } from '../../support/programs.ts';

/** Returns the path of an installed Firefox, or installs Debian's package. Returns `undefined` if that fails. */
export function findFirefox(): string | undefined {
  const found = firefox();
  if (found) return found;
  installFromDebian('Firefox', ['firefox-esr', 'fonts-liberation']);
  return firefox();
}

const firefox = () => onPath('firefox-esr', 'firefox').find(starts);

/** Paths of WebKit's WebDriver, of gjs, which runs `webkit-window.js`, and of Xvfb, the virtual screen. */
export interface WebKitPrograms {
  driver: string;
  gjs: string;
  xvfb: string;
}

/** Returns the installed programs for WebKitGTK, or installs Debian's packages. Returns `undefined` if that fails. */
export function findWebKit(): WebKitPrograms | undefined {
  const found = webKit();
  if (found) return found;
  installFromDebian('WebKit', ['webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb', 'fonts-liberation']);
  return webKit();
}

function webKit(): WebKitPrograms | undefined {
  const [driver] = onPath('WebKitWebDriver');
  const [gjs] = onPath('gjs');
  const [xvfb] = onPath('Xvfb');
  if (!driver || !gjs || !xvfb) return undefined;
  return succeeds(gjs, ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2;"])
    ? { driver, gjs, xvfb }
    : undefined;
}
