import { openingShow } from './opening-show.ts'
import type { StoryContext, StoryEnd, Told } from './story.ts'

export type { StoryChain, StoryContext, Told } from './story.ts'

const STORIES = [openingShow]

/** Fills a fresh market with items, sales and purchases of the demo accounts. */
export async function tellStories(context: StoryContext): Promise<Told> {
  const end: StoryEnd = { banners: [], announcements: [] }
  const all: Told[] = []
  for (const story of STORIES) {
    context.log(story.title)
    const told = await story.tell(context)
    end.banners.push(...told.end.banners)
    end.announcements.push(...told.end.announcements)
    all.push(told)
  }
  return { end, finish: async () => void (await Promise.all(all.map((told) => told.finish()))) }
}
