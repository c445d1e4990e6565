export const Home = () => <main id="main">A page</main>
