/** What the receipt of an erasure says, in the terminal and on the desk. */
export const erasure = {
  title: 'Effacements',
  none: 'Personne n’a été effacé ces 40 derniers jours.',
  at: (when: string) => `Le ${when}`,
  gone: (count: number) =>
    `${count === 1 ? 'Un contact, rendez-vous ou adresse est effacé' : `${count} contacts, rendez-vous ou adresses sont effacés`} d’ici, avec audits, messages et e-mails en attente.`,
  beyond: 'Hors d’atteinte',
  record: (record: string, state: string, when: string) => `Airtable, ${record}\u202f: ${state} le ${when}`,
  outOfReach: {
    backups: (when: string) =>
      `Les sauvegardes faites avant le ${when} contiennent encore la personne, jusqu’à leur remplacement. Après un retour à l’une d’elles, le site l’efface de nouveau de lui-même.`,
    mails: 'Les e-mails déjà remis à un serveur de messagerie\u202f: supprimez-les de votre messagerie.',
    searched:
      'L’adresse e-mail d’un envoi interrompu reste dans la base, jusqu’à ce que sa fiche ait été cherchée dans Airtable, 40\u00a0jours au plus.',
    undecided: (records: string) =>
      `Des fiches d’Airtable portent la même adresse, sans que leur visite ou leur page dise qu’elles sont de cette personne (${records})\u202f: vérifiez-les, et supprimez-les à la main au besoin.`,
    copies: 'Les copies que quelqu’un a faites dans Airtable (fiche dupliquée, autre table, export).',
    trash:
      'La corbeille et l’historique de la base Airtable, qui gardent une fiche supprimée selon votre abonnement\u202f: videz la corbeille.',
    webhook: 'L’outil qui reçoit votre webhook (WEBHOOK_URL)\u202f: effacez-y la personne aussi.',
    calendar: 'Votre agenda\u202f: supprimez-y ses appels, passés et à venir.',
    exports: (path: string) =>
      `L’export ${path}\u202f: supprimez-le, avec ses copies, ou retirez-en la personne. Le site ne supprime que ceux de DATA_DIR/exports.`,
    list: (reason: string) =>
      `La liste des effacements n’a pas pu être écrite dans DATA_DIR (${reason})\u202f: le site le refait de lui-même. Ne revenez pas à une sauvegarde avant.`,
  },
  states: {
    deleted: 'supprimée',
    gone: 'n’y était plus',
    owed: 'suppression due',
  },
  searched: 'fiche à chercher',
} as const;
