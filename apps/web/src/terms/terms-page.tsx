import { TermsText } from './terms-text.tsx';

/** The terms of use. */
export default function TermsPage() {
  return (
    <article className="card legal-page">
      <h1 className="page-title">使用条款</h1>
      <TermsText />
    </article>
  );
}
