import { openingShow } from './opening-show.ts'
import type { StoryContext, StoryEnd } from './story.ts'

export type { Story, StoryChain, StoryContext, StoryEnd } from './story.ts'

const STORIES = [openingShow]

/** Fills a fresh market with the demo people's works, sales and purchases. */
export async function tellStories(context: StoryContext): Promise<StoryEnd> {
  const end: StoryEnd = { banners: [], announcements: [] }
  for (const story of STORIES) {
    context.log(story.title)
    const { banners, announcements } = await story.tell(context)
    end.banners.push(...banners)
    end.announcements.push(...announcements)
  }
  return end
}
