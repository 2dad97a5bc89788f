import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DataSection } from './data-section.tsx';
import { DetailsSection } from './details-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { LookSection } from './look-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PointsSection } from './points-section.tsx';
import { readSection, SECTIONS, type SectionId } from './sections.ts';
import { StorageSection } from './storage-section.tsx';
import './profile.css';
import './section.css';

const PARTS: Record<SectionId, ComponentType> = {
  details: DetailsSection,
  points: PointsSection,
  look: LookSection,
  password: PasswordSection,
  devices: DevicesSection,
  figures: FiguresSection,
  storage: StorageSection,
  data: DataSection,
};

/** The user's own account; the part in view stands in the address, so that it can be linked and gone back to. */
export default function ProfilePage() {
  const [search] = useSearchParams();
  const here = readSection(search);
  const Part = PARTS[here];
  return (
    <div className="profile">
      <h1 className="page-title">个人信息</h1>
      <div className="profile-columns">
        <nav aria-label="个人信息的各部分">
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ search: `tab=${id}` }} aria-current={id === here ? 'page' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className="card profile-part" aria-labelledby="part-title">
          <h2 className="card-title" id="part-title">
            {SECTIONS.find(({ id }) => id === here)?.title}
          </h2>
          <Part />
        </section>
      </div>
    </div>
  );
}
