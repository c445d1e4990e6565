import type { Templates } from 'imprint/kit'

const Page = () => <main id="main">A page</main>
const Home = () => <a href="#nowhere">To the form</a>

export const templates: Templates = {
  home: Home,
  faq: Page,
  article: Page,
  articleList: Page,
  ccpa: Page,
  notFound: Page,
  articleNotFound: Page,
}
