import { tabKeys } from '../../device/storage/storage-names.ts';
import { readTabItem, writeTabItem } from '../../device/storage/tab-storage.ts';

/** Stores the id of the record that the next Create form in this tab opens for this user. */
export const rememberInTab = (author: string | null, id: string): void => void writeTabItem(tabKeys.draft(author), id);

/** Returns the id that `rememberInTab` last stored in this tab for this user. */
export const rememberedInTab = (author: string | null): string | null => readTabItem(tabKeys.draft(author));
