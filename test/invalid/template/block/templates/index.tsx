const Page = () => <main id="main">A page</main>

export const templates = {
  home: Page,
  faq: Page,
  article: Page,
  articleList: Page,
  ccpa: Page,
  notFound: Page,
  articleNotFound: Page,
}
