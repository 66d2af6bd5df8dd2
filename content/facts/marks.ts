/** Each house's mark: the made-up one is in `site/public/`, the owner's in `facts/`, under the same name. */
export const MARK_FILES = { agency: 'icon-agency.svg', caterer: 'icon-caterer.svg' } as const;
