import type { ReactNode } from 'react';
import { agency } from '#content/business.ts';
import { desk as words } from '#content/pages/desk.ts';
import type { OwnPage } from '../http/pages/template.ts';

export type Section = keyof typeof words.sections;

/** What was done, or why it was not, above the page that it was asked on. */
export interface Notice {
  readonly text: string;
  /** Id of the mark that can still be taken back. */
  readonly undo?: string | undefined;
}

/** What every page of the desk is made with. */
export interface Framed {
  /** What the paths of this desk begin with: nothing, or `/exemple`, where the rows are made up. */
  readonly root: string;
  readonly section: Section;
  readonly formToken: string;
  /** The address of the page, to which an action leads back. */
  readonly here: string;
  readonly notice?: Notice | undefined;
}

/** A page of the desk: menu, what was done, and the page itself, whose `<main>` the script keeps up to date. */
export function framed(title: string, frame: Framed, content: ReactNode): OwnPage {
  return {
    title: `${frame.root === '' ? '' : `${words.example.title} · `}${title} · ${words.name}`,
    main: (
      <>
        <DeskHeader section={frame.section} root={frame.root} />
        {frame.root !== '' && (
          <aside className="desk-example" aria-label={words.example.title}>
            <p>
              <strong>{words.example.title}</strong> {words.example.told}
            </p>
            <a href="/">{words.example.leave}</a>
          </aside>
        )}
        <main id="contenu" tabIndex={-1} data-live={`${frame.root}/evenements`}>
          <div role="status" className="desk-notice">
            {frame.notice && <NoticeLine {...frame} notice={frame.notice} />}
          </div>
          {content}
        </main>
      </>
    ),
  };
}

function DeskHeader({ section, root = '' }: { readonly section?: Section; readonly root?: string }) {
  return (
    <header className="desk-header">
      <p className="desk-mark">
        {agency.brand} <span>{words.name}</span>
      </p>
      {section && (
        <nav className="desk-menu" aria-label={words.name}>
          {Object.entries(words.sections).map(([path, name]) => (
            <a key={path} href={`${root}${path}`} aria-current={path === section ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}

function NoticeLine({ notice, ...frame }: Framed & { readonly notice: Notice }) {
  return (
    <>
      <p>{notice.text}</p>
      {notice.undo !== undefined && (
        <ActionForm {...frame} of={{ mark: notice.undo }}>
          <button type="submit" name="do" value="annuler" className="desk-link" data-undo="">
            {words.undo}
          </button>
        </ActionForm>
      )}
    </>
  );
}

interface ActionFormProps extends Pick<Framed, 'root' | 'formToken' | 'here'> {
  /** What the action is about. */
  readonly of: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** The form around buttons that do something; it leads back to the page. */
export function ActionForm({ root, formToken, here, of, children }: ActionFormProps) {
  return (
    <form method="post" action={`${root}/faire`} data-act="" className="desk-actions">
      {Object.entries({ token: formToken, back: here, ...of }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** A page that says why nothing is shown, without the menu. */
export function closedPage(told: {
  readonly title: string;
  readonly told: readonly string[];
  readonly commands: readonly string[];
}): OwnPage {
  return {
    title: told.title,
    main: (
      <>
        <DeskHeader />
        <main id="contenu" tabIndex={-1}>
          <h1>{told.title}</h1>
          {told.told.map((text, index) => (
            <div key={text}>
              <p>{text}</p>
              {told.commands[index] && (
                <p>
                  <code>{told.commands[index]}</code>
                </p>
              )}
            </div>
          ))}
        </main>
      </>
    ),
  };
}
