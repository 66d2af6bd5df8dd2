/** The demo of the fluid effect. Title and text are the specification's, to the letter. */
export const splashCursor = {
  title: 'Splash Cursor Effect',
  description:
    'Une encre lumineuse qui suit votre curseur ou vos doigts\u202f: une démonstration de fluide, calculée dans votre navigateur.',
  text: "Bougez votre curseur ou touchez l'écran pour voir l'effet",
} as const;
