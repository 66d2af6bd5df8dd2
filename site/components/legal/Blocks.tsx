import { type Block, type Link, runs, type Text } from '#content/legal/document.ts';
import css from './Blocks.module.css';

type Table = Extract<Block, { type: 'table' }>;

/** A text with its links. */
export function Words({ text }: { readonly text: Text }) {
  return runs(text).map((run) => (typeof run === 'string' ? run : <Anchor key={run.href} {...run} />));
}

/** One block of a legal document, as the HTML that says the same. */
export function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p className={css.text}>
          <Words text={block.text} />
        </p>
      );
    case 'list':
      return <Items {...block} />;
    case 'definitions':
      return (
        <dl className={css.definitions}>
          {block.entries.map(({ term, description }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <Words text={description} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <TableView {...block} />;
  }
}

function Anchor({ text, href }: Link) {
  return <a href={href}>{text}</a>;
}

function Items({ ordered, items }: { readonly ordered: boolean; readonly items: readonly Text[] }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={`${css.items} ${css.text}`}>
      {items.map((item) => (
        <li key={keyOf(item)}>
          <Words text={item} />
        </li>
      ))}
    </List>
  );
}

/** Narrow windows stack its cells; each then carries its column's name before it. */
function TableView({ caption, head, rows }: Table) {
  return (
    <table className={css.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={keyOf(name)}>
            <th scope="row">
              <Words text={name} />
            </th>
            {cells.map((cell, i) => (
              <td key={head[i + 1]} data-column={head[i + 1]}>
                <Words text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const keyOf = (text: Text) => JSON.stringify(text);
