import type { Templates } from 'imprint/kit'

const lookUp = (titles: Record<string, { title: string }>) => titles.home as { title: string }
const Page = () => <main id="main">A page</main>
const Home = () => <h1>{lookUp({}).title}</h1>

export const templates: Templates = {
  home: Home,
  faq: Page,
  article: Page,
  articleList: Page,
  ccpa: Page,
  notFound: Page,
  articleNotFound: Page,
}
