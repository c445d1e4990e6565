const Page = () => <main id="main">A page</main>

export const templates = { home: Page, faq: Page, article: Page, ccpa: Page, notFound: Page }
