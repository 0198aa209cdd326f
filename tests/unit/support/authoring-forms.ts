import type { DraftForm, DraftInForm } from '../../../src/data/drafts/draft-form.ts';
import type { Draft } from '../../../src/data/drafts/drafts.ts';
import type { FormOptions, SubmitResult } from '../../../src/data/outbox/submit.ts';
import type { DirectOutcome } from '../../../src/data/outbox/submit-directly.ts';
import type { Authoring } from './authoring-world.ts';
import { currentTab, type Tab } from './tabs.ts';

/** The Create screen of one tab. */
interface Screen {
  form: DraftForm;
  held: DraftInForm | undefined;
}

export interface Forms extends Disposable {
  /** Opens the screen, or opens it anew for somebody else. */
  open(tab: Tab, author: string): void;
  isOpen(tab: Tab): boolean;
  /** The author goes to another screen. */
  close(tab: Tab): void;
  /** What is in the form, if something can be typed there. */
  held(tab: Tab): DraftInForm | undefined;
  openDraft(tab: Tab, id: string): Promise<unknown>;
  startAfresh(tab: Tab): Promise<void>;
  /** As the Create screen does; `press` is what the button does. */
  publish(
    tab: Tab,
    press: (
      draft: Draft,
      form: Required<Pick<FormOptions, 'isOpen' | 'onStored'>>,
    ) => Promise<SubmitResult | DirectOutcome | 'not kept'>,
  ): Promise<void>;
  /** The page goes and the tab stays: the page's last moment, and its tab's storage for the next. */
  leavePage(from: Tab): void;
  follow(from: Tab, to: Tab): void;
  /** Closes the tab for good, and deletes its draft backups. */
  forget(tab: Tab): void;
  /** Every draft backup, in this tab or in any that is left. */
  asides(tab?: Tab): Draft[];
}

/** The forms of several tabs, each with a session storage of its own, as the Create screen and `useDraft` use them. */
export function openForms(app: Authoring, reload: (tab: Tab) => void): Forms {
  const screens = new Map<Tab, Screen>();
  const storages = new Map<Tab | undefined, Storage>();
  const storageOf = (tab: Tab | undefined) => {
    const found = storages.get(tab) ?? newStorage();
    storages.set(tab, found);
    return found;
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { get: () => storageOf(currentTab()), configurable: true });

  const forms: Forms = {
    open(tab, author) {
      forms.close(tab);
      tab.run(() => {
        const screen: Partial<Screen> = {};
        screens.set(tab, screen as Screen);
        screen.form = app.openDraftForm(author, (held) => Object.assign(screen, { held }));
      });
    },
    isOpen: (tab) => screens.has(tab),
    close(tab) {
      const screen = screens.get(tab);
      screens.delete(tab);
      tab.run(() => screen?.form.close());
    },
    held: (tab) => screens.get(tab)?.held,
    openDraft: async (tab, id) => screens.get(tab)?.form.open(id),
    startAfresh: async (tab) => screens.get(tab)?.form.startAfresh(),
    async publish(tab, press) {
      const screen = screens.get(tab);
      const held = screen?.held;
      if (!held || held.autosave.isSubmitted) return;
      const { autosave } = held;
      const isOpen = () => screens.get(tab) === screen && screen.held === held;
      await autosave.flush();
      if (app.isBlank(autosave.shown.get().post)) return;
      if (autosave.isSubmitted || autosave.draft().userId !== app.authorOf(app.session.get())) return;
      const onStored = autosave.beginSubmit();
      const draft = autosave.draft();
      const pressed = await press(draft, { isOpen, onStored }).finally(onStored);
      if (pressed === 'taken' || pressed === 'waiting') autosave.letGo();
      if (!isOpen()) return;
      if (pressed === 'taken') {
        app.forgetTabDraft(draft.userId);
        held.release();
        reload(tab);
      } else if (pressed === 'waiting') {
        await screen.form.startAfresh();
      } else {
        autosave.isSubmitted = false;
        await autosave.flush();
      }
    },
    leavePage(from) {
      from.run(() => screens.get(from)?.held?.autosave.leave());
    },
    follow(from, to) {
      storages.set(to, storageOf(from));
      forms.forget(from);
    },
    forget(tab) {
      screens.delete(tab);
      storages.delete(tab);
    },
    asides: (tab) =>
      (tab ? [storageOf(tab)] : [...storages.values()]).flatMap((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith('draft-backup/'))
          .map((key): Draft => JSON.parse(storage.getItem(key) ?? '')),
      ),
    [Symbol.dispose]() {
      if (before) Object.defineProperty(globalThis, 'sessionStorage', before);
      else Reflect.deleteProperty(globalThis, 'sessionStorage');
    },
  };
  return forms;
}

/** Its keys are its own properties, as in browsers. */
function newStorage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(items, key) ? (items[key] ?? null) : null),
    setItem: (key: string, value: string) => void Object.assign(items, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(items, key),
  };
  const items: Record<string, string> = Object.create(methods);
  return items as unknown as Storage;
}
