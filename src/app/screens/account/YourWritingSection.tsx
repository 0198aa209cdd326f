import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ExportTexts } from './writing/ExportTexts.tsx';
import { ImportTexts } from './writing/ImportTexts.tsx';
import '../../styles/your-writing.css';

/** Exports all of the user's texts to a file, and imports files of posts. */
export function YourWritingSection({ login }: SectionProps) {
  return (
    <AccountSection heading="Your writing">
      <KeepsNothingNotice />
      <h3>Export</h3>
      <p>
        One file with all your posts as Markdown, with their pictures and earlier versions, your drafts and your waiting
        posts. The file is made on this device. Without a connection, it contains the posts that are on this device.
      </p>
      <ExportTexts login={login} />
      <h3>Import</h3>
      <p>
        A file made by Storyline, Markdown, or an export from Ghost (JSON) or WordPress (XML). You see what is in it
        before it is imported.
      </p>
      <ImportTexts login={login} />
    </AccountSection>
  );
}
