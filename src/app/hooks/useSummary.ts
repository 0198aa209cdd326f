import { useEffect, useState } from 'react';

const mayHaveMarks = /[\\`*_~[\]<&#|]|^[ \t]*(?:[->+=]|\d{1,9}[.)])/m;

/**
 * Returns a summary without Markdown. Our own backend sends plain words. A foreign backend may send Markdown, which is
 * shown unchanged until the parser has loaded.
 */
export function useSummary(summary: string | undefined): string | undefined {
  const [plain, setPlain] = useState<{ summary: string; words: string }>();
  useEffect(() => {
    if (!import.meta.env.VITE_API_HOST || !summary || !mayHaveMarks.test(summary)) return;
    let isCurrent = true;
    const show = async () => {
      try {
        const { plainSummaryOf } = await import('../text/plain-summary.ts');
        if (isCurrent) setPlain({ summary, words: plainSummaryOf(summary) });
      } catch (error) {
        console.error('Could not load the parser; the summary is shown as it was written.', error);
      }
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [summary]);
  return plain?.summary === summary ? plain?.words : summary;
}
