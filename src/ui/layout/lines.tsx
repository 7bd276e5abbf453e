/** Texts one below the other, as a value of a details list. */
export function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="plain-list">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
