import { faq } from '#content/faq.ts';
import { questions } from '#content/home.ts';
import { Accordion } from '#ui/accordion.tsx';
import { Heading, large } from '#ui/heading.tsx';

const items = faq.map(({ question, answer }) => ({ title: question, text: answer }));

/** What shoppers ask, one answer open at a time. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq"
      className="mx-auto grid max-w-6xl gap-8 px-6 pt-20 md:grid-cols-[2fr_3fr] md:gap-16 md:pt-32"
    >
      <div>
        <Heading id="faq" title={questions.title} className={large} />
        <p className="mt-4 text-lg text-soft">{questions.text}</p>
      </div>
      <Accordion name="faq" items={items} />
    </section>
  );
}
