/** A post's text as it was written. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="prose-plain" dir="auto">
      {text}
    </p>
  );
}
