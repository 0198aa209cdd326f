// gjs runs this file: a minimal browser for WebKitGTK's WebDriver. The driver's own MiniBrowser keeps no storage
// between runs, and does not print console messages.
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';
import { programArgs } from 'system';

const [folder] = programArgs;

Gtk.init(null);
const website_data_manager = new WebKit.WebsiteDataManager({
  base_data_directory: `${folder}/data`,
  base_cache_directory: `${folder}/cache`,
});
const web_context = new WebKit.WebContext({ website_data_manager });
website_data_manager
  .get_cookie_manager?.()
  .set_persistent_storage(`${folder}/cookies`, WebKit.CookiePersistentStorage.TEXT);
web_context.set_automation_allowed(true);
web_context.connect('automation-started', (_context, session) => {
  session.connect('create-web-view', () => {
    const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true });
    const view = new WebKit.WebView({ web_context, settings, is_controlled_by_automation: true });
    const window = new Gtk.Window({ default_width: 1280, default_height: 720 });
    window.add(view);
    window.show_all();
    view.connect('close', () => window.destroy());
    return view;
  });
});
Gtk.main();
