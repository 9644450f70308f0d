/** The same keys with other words. Chinese has one plural form, so `_one` has no twin there. */
export type Mirror<T> = { [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Mirror<T[K]> }
