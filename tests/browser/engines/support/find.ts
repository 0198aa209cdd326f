import { installFromDebian, onPath, starts, succeeds } from '../../support/programs.ts';

/** Returns an installed Firefox, else Debian's package, which it installs; `undefined` if neither can be had. */
export function findFirefox(): string | undefined {
  const found = firefox();
  if (found) return found;
  installFromDebian('Firefox', ['firefox-esr', 'fonts-liberation']);
  return firefox();
}

const firefox = () => onPath('firefox-esr', 'firefox').find(starts);

/** WebKit's driver, the interpreter that runs its window, and the screen that shows it. */
export interface WebKitPrograms {
  driver: string;
  gjs: string;
  xvfb: string;
}

/** Returns installed programs for WebKitGTK, else Debian's, which it installs; `undefined` if neither can be had. */
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
