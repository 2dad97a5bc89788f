import type { Argument, Command, Option } from 'commander';
import { displayWidth, type Terminal } from './output.ts';

const TITLES: Record<string, string> = { 'Usage:': '用法：', 'Arguments:': '参数：', 'Options:': '选项：', 'Commands:': '命令：' };

/** A description with its choices and its default. */
function described({
  description,
  argChoices,
  defaultValue,
}: Pick<Option | Argument, 'description' | 'argChoices' | 'defaultValue'>): string {
  const choices = argChoices === undefined ? [] : [`可选 ${argChoices.join('、')}`];
  const preset = ['string', 'number'].includes(typeof defaultValue) ? [`默认 ${defaultValue}`] : [];
  const more = [...choices, ...preset].join('；');
  return more === '' ? description : `${description}（${more}）`;
}

/** Makes a command's help Chinese, and its faults exceptions instead of exits. */
export function speakChinese(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', '显示用法')
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      // Faults are told in one place, in Chinese.
      outputError: () => undefined,
    })
    .configureHelp({
      displayWidth,
      styleTitle: (title) => TITLES[title] ?? title,
      styleUsage: (usage) => usage.replaceAll('[options]', '[选项]').replace('[command]', '[命令]'),
      styleSubcommandTerm: (term) => term.replace('[options]', '[选项]').replace('[command]', '[命令]'),
      optionDescription: described,
      argumentDescription: described,
    });
}
