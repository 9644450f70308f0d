/** The same keys with other texts. Chinese has one plural form, so `_one` has no counterpart there. */
export type Mirror<T> = { [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Mirror<T[K]> }
