import type { Templates } from 'imprint/kit'

const lookUp = (titles: Record<string, { title: string }>) => titles.home as { title: string }
const Page = () => <h1>{lookUp({}).title}</h1>
const Home = () => <main id="main">A page</main>

export const templates: Templates = {
  home: Home,
  faq: Page,
  article: Page,
  articleList: Page,
  ccpa: Page,
  notFound: Page,
  articleNotFound: Page,
}
