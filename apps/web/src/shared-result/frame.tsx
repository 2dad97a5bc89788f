import type { ShareLanguage } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../base/look/logo.tsx';
import './shared-result.css';
import { wordsIn } from './words.ts';

/** What stands around a shared result; the other language is an address of its own, so that it can be sent to a reader. @param page What it is, where it has one language. */
export function Frame({ language, children, page }: { language: ShareLanguage; children: ReactNode; page?: string }) {
  const say = wordsIn(language);
  return (
    <div className="shared" lang={language === 'zh' ? 'zh-CN' : 'en'}>
      <header className="shared-top">
        <Logo {...(language === 'en' && { latin: true })} />
        <span className="caption">{page ?? say('page')}</span>
        {page === undefined && (
          <nav className="shared-languages" aria-label={say('language')}>
            {language === 'zh' ? <span aria-current="page">中文</span> : <Link to={{ search: '' }}>Chinese</Link>}
            {language === 'en' ? <span aria-current="page">English</span> : <Link to={{ search: '?lang=en' }}>English</Link>}
          </nav>
        )}
      </header>
      <main className="shared-page">{children}</main>
      <footer className="shared-foot caption">{say('foot')}</footer>
    </div>
  );
}
