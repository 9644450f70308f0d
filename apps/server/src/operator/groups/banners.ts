import { addBanner, ownBanners, removeBanner } from '../../modules/banners/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed, optional, tokenId, words } from '../options.ts'

const title = words(80)
const text = words(300)

export const banners = commandGroup('The wall at the top of the first page, behind what the configuration hangs there.', {
  list: command({
    about: 'Shows the operator’s.',
    options: {},
    why: 'never',
    run: async ({ context }) =>
      (await ownBanners(context.db)).map(({ id: key, chainId, address: collection, tokenId: token, image, title: head }) => ({
        id: key,
        chain: chainId,
        collection,
        token,
        image,
        en: head.en,
        zh: head.zh,
      })),
  }),
  add: command({
    about: 'Hangs an item up.',
    options: {
      chain: needed(id, 'the id of its chain'),
      collection: needed(address, 'its contract'),
      token: needed(tokenId, 'its token id'),
      image: needed(words(300), 'its picture, a path of this site such as /ipfs/bafy…'),
      titleEn: needed(title, 'its head in English'),
      titleZh: needed(title, 'its head in Chinese'),
      textEn: optional(text, 'a line below it in English'),
      textZh: optional(text, 'a line below it in Chinese'),
    },
    why: 'needed',
    run: async ({ context, operator }, { chain, token, textEn = '', textZh = '', ...banner }) =>
      `Banner ${await addBanner(context, operator, { ...banner, chainId: chain, tokenId: token, textEn, textZh })} hangs.`,
  }),
  remove: command({
    about: 'Takes one down.',
    options: { banner: needed(id, 'its id, as `banners list` shows it') },
    why: 'needed',
    run: async ({ context, operator }, { banner }) => {
      await removeBanner(context, operator, banner)
      return `Banner ${banner} is gone.`
    },
  }),
})
