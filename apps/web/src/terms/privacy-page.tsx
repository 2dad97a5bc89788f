import { PrivacyText } from './privacy-text.tsx';

/** What is kept of a user, for how long, and who sees it. */
export default function PrivacyPage() {
  return (
    <article className="card legal-page">
      <h1 className="page-title">隐私说明</h1>
      <PrivacyText />
    </article>
  );
}
