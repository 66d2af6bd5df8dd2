/** Where the desk draws a picture of the table that follows, by its kind. */
export const PICTURE = 'data-picture';
/** The columns that are drawn, counted from 0. */
export const DRAWN = 'data-drawn';
/** How many rows, the first ones, are of the period before. */
export const PAST = 'data-past';
/** The number in a cell. */
export const NUMBER = 'data-number';
