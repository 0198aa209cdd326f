import { tabKeys } from '../../device/storage/storage-names.ts';
import { readTabItem, writeTabItem } from '../../device/storage/tab-storage.ts';

/** Makes the next form of this tab, for this user, open this record. */
export const rememberInTab = (author: string | null, id: string): void => void writeTabItem(tabKeys.draft(author), id);

/** Returns the id of this user's record that this tab's form had last. */
export const rememberedInTab = (author: string | null): string | null => readTabItem(tabKeys.draft(author));
