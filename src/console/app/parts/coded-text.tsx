/** A text of the documents, with what stands between backquotes as code. */
export const CodedText = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split('`').map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      index % 2 === 0 ? part : <code key={index}>{part}</code>,
    )}
  </span>
)
