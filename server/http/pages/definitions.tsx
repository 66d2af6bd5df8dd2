/** Names and what is to be said of each; of what is false, nothing. */
export function Definitions({ rows }: { readonly rows: readonly (readonly [string, string | false])[] }) {
  return (
    <dl>
      {rows.map(
        ([name, value]) =>
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
