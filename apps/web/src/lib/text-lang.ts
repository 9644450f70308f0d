/**
 * What people wrote has a language of its own, whatever the page's: Chinese where it has Chinese characters and no kana,
 * else unknown. So a Chinese name is drawn as Chinese on an English page, and a Latin one is not on a Chinese page.
 */
export function langOf(text: string): 'zh' | '' {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'zh' : ''
}
