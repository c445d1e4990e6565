import { Island, type Templates } from 'imprint/kit'

const Page = () => (
  <Island on="visible" props={{ amount: 300 }} name="calculator">
    <input name="amount" aria-label="Amount" />
  </Island>
)
const Home = () => <Island name="calculator" on="visible" />

export const templates: Templates = {
  home: Home,
  faq: Page,
  article: Page,
  articleList: Page,
  ccpa: Page,
  notFound: Page,
  articleNotFound: Page,
}
