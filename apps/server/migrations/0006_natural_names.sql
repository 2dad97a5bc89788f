-- Names as people order them: 样本2 before 样本10, Chinese by its sound, capital letters beside small ones.
CREATE COLLATION "natural_names" (provider = icu, locale = 'zh-u-kn-true');
