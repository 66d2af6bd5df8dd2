/** What stands in the one document that the checks read. */
export interface PageFacts {
  /** As the browser showed it; otherwise as it was sent, and then what is missing is never red. */
  readonly rendered: boolean;
  /** The HTML is a shell that a script fills: what is not in it may come later. */
  readonly shell: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly viewport?: string;
  readonly lang?: string;
  /** Text of each h1, its pictures' alt included. */
  readonly h1: readonly string[];
  readonly noindex: boolean;
  /** Whether a content security policy, and which referrer policy, stands in the page itself. */
  readonly metaPolicies: { readonly csp: boolean; readonly referrer?: string };
  readonly images: { readonly total: number; readonly withoutAlt: number; readonly example?: string };
  readonly fields: { readonly total: number; readonly withoutLabel: number; readonly example?: string };
  readonly forms: {
    readonly total: number;
    readonly withContactField: number;
    readonly insecureActions: number;
  };
  readonly contact: Contact;
  readonly legalLinks: { readonly identity?: string; readonly privacy?: string };
  readonly mixedContent: { readonly total: number; readonly example?: string };
  /** schema.org types of the JSON-LD. */
  readonly jsonLdTypes: readonly string[];
  readonly identity: Identity;
}

export interface Contact {
  readonly tel: number;
  readonly mailto: number;
  /** Links to a messenger or a booking. */
  readonly other: number;
  /** A link that names a contact page. */
  readonly page: boolean;
  /** What the text shows, whether or not it can be tapped; absent from older facts. What it says is not kept. */
  readonly written?: { readonly phone: boolean; readonly email: boolean };
}

/** Whether the text shows each part of an identity; what it says is not kept. */
export interface Identity {
  readonly company: boolean;
  readonly postalAddress: boolean;
  readonly email: boolean;
}
