import type { PageWords } from './pages.ts'

export const fr: PageWords = {
  search: {
    summary: (publication) =>
      `Recherche en texte intégral dans les articles de ${publication} ; chaque résultat cite les passages trouvés.`,
    text: (
      template,
    ) => `Saisissez quelques mots sur le sujet, dans n’importe quel ordre et sous n’importe quelle forme. Les mots entre guillemets sont recherchés
tels quels : \`"entity tag"\`. Un mot introuvable est remplacé par un mot qui commence ou s’écrit presque de la même façon ; les résultats le signalent.

Les programmes demandent \`${template}\` et reçoivent les mêmes résultats en Markdown.`,
  },
  results: {
    title: 'Résultats de la recherche',
    summary: (publication) => `Articles de ${publication} qui correspondent, avec les passages trouvés.`,
    closing:
      'Un article est disponible en Markdown à l’adresse de sa page suivie de `.md`. Si vous le citez, indiquez son auteur, son titre et son URL.',
  },
  contact: {
    summary: (publication) => `Qui publie ${publication}, et à qui adresser une correction ou une question.`,
    publisher: (publication, name) => `${publication} est publié par ${name}.`,
    email: (address) => `Par courriel : ${address}`,
    web: (address) => `Sur le web : ${address}`,
    neither: 'Ni adresse électronique ni page web ne sont indiquées.',
    corrections:
      'Une correction est d’autant plus utile qu’elle indique l’adresse de l’article, la phrase actuelle et une source qui montre l’erreur.',
  },
  privacy: {
    summary: (publication) =>
      `Ce que ${publication} sait de ses lecteurs, et ce qu’ils peuvent faire de ce qu’ils y lisent.`,
    privacy: (
      isSearchable,
    ) => `Ce site ne dépose aucun cookie et ne demande à personne de s’identifier. Il est en lecture seule : on ne peut rien lui envoyer.${
      isSearchable
        ? ' Les mots recherchés font partie de l’adresse des résultats et sont transmis au serveur avec elle.'
        : ''
    } Ses pages ne chargent
rien d’autres serveurs, hormis les images et les enregistrements que montrent les articles ; leur unique script, dont elles peuvent se passer, garde le choix des couleurs
sur l’appareil du lecteur et ne communique rien à personne.`,
    weekly: 'Le contenu change environ une fois par semaine.',
    caching: `Conservez ce que vous récupérez pendant au moins une heure, puis renvoyez son \`ETag\` :
un document inchangé ne coûte qu’une courte réponse.`,
    headings: { privacy: 'Confidentialité', terms: 'Conditions d’utilisation', caching: 'Mise en cache' },
  },
  terms: `Libre pour tout usage, y compris commercial. Il n’y a ni quota, ni clé, ni obligation d’attribution dans le code.

Un programme qui cite un article indique son auteur, son titre et son URL canonique. Un programme qui cite le résultat d’une mesure donné par un article
cite la source primaire que l’article nomme. La version Markdown de chaque article contient, en tête, tout ce qu’il faut pour le citer.`,
}
