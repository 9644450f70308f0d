// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {Fee, MintItem, MintMany} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {MintManyBase} from "../../base/MintManyBase.sol";

/// @notice Items of one voucher keep together what they have in common: no getter may show it.
contract SheetsTest is MintManyBase {
    uint256 private constant ITEMS = 8;

    /// @dev From few royalties, supplies and URIs, so that neighbours are alike, and differ.
    function itemOf(uint256 id, uint256 seed) private view returns (MintItem memory item) {
        (item.tokenId, item.uri, item.supply) = (id, CID, 1);
        if (seed % 4 == 1) item.uri = "/text";
        if (seed % 4 == 2) item.uri = "/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
        if (isEditions) item.supply = [uint256(2), 3, type(uint32).max, uint256(type(uint32).max) + 1, type(uint96).max][(seed >> 2) % 5];
        uint256 kind = (seed >> 5) % 5;
        if (kind < 2) item.fees = oneFee(carol, 500);
        if (kind == 2) item.fees = oneFee(carol, 300);
        if (kind == 3) item.fees = oneFee(eve, 500);
        if (kind == 4) {
            item.fees = new Fee[](2);
            (item.fees[0], item.fees[1]) = (Fee(carol, 500), Fee(eve, 100));
        }
    }

    /// @dev Ids around the edge of a sheet.
    function termsOf(uint256 seed) private view returns (MintMany memory terms) {
        (terms.items, terms.deadline) = (new MintItem[](ITEMS), block.timestamp);
        for (uint256 i; i < ITEMS; ++i) {
            terms.items[i] = itemOf(60 + i, uint256(keccak256(abi.encode(seed, i))));
        }
    }

    function check(ICollection collection, address holder, MintItem memory item, uint256 burnt) private view {
        uint256 id = item.tokenId;
        bool isGone = burnt == item.supply;
        if (isEditions) {
            vm.assertEq(editions.totalSupply(id), item.supply - burnt, "supply");
            vm.assertEq(editions.creators(id), holder, "creator");
        }
        vm.assertEq(held(collection, holder, id, id), item.supply - burnt, "held");
        Fee[] memory fees = isGone ? noFees() : item.fees;
        address[] memory recipients = collection.getFeeRecipients(id);
        uint256[] memory bps = collection.getFeeBps(id);
        vm.assertEq(recipients.length, fees.length, "royalties");
        for (uint256 i; i < fees.length; ++i) {
            vm.assertEq(recipients[i], fees[i].recipient, "recipient");
            vm.assertEq(bps[i], fees[i].value, "bps");
        }
        IERC2981 royalties = IERC2981(address(collection));
        (address to, uint256 amount) = royalties.royaltyInfo(id, 10_000);
        vm.assertEq(to, fees.length == 1 ? fees[0].recipient : address(0), "ERC-2981");
        vm.assertEq(amount, fees.length == 1 ? fees[0].value : 0, "and how much");
        if (!isGone) vm.assertEq(uriOf(collection, id), string.concat("ipfs:/", item.uri), "URI");
    }

    /// [MASS-04] Whatever the items have in common, each answers what it was minted with, before and after burns of some.
    /// forge-config: default.fuzz.runs = 500
    function testFuzz_EachItemAnswersForItself(uint256 seed, uint256 burns) public ofEachStandard {
        MintMany memory terms = termsOf(seed);
        mintMany(officialOf(), bob, terms);
        uint256[] memory burnt = new uint256[](ITEMS);
        for (uint256 i; i < ITEMS; ++i) {
            check(officialOf(), bob, terms.items[i], 0);
            uint256 kind = (burns >> (2 * i)) % 4;
            if (kind == 0) burnt[i] = terms.items[i].supply;
            else if (kind == 1 && isEditions) burnt[i] = 1;
        }
        for (uint256 i; i < ITEMS; ++i) {
            if (burnt[i] == 0) continue;
            vm.prank(bob);
            if (isEditions) editions.burn(bob, terms.items[i].tokenId, burnt[i]);
            else official.burn(terms.items[i].tokenId);
        }
        for (uint256 i; i < ITEMS; ++i) {
            check(officialOf(), bob, terms.items[i], burnt[i]);
        }
    }

    /// A second voucher, of another minter, between the ids of the first.
    function test_GivenASheetOfAnother() public ofEachStandard {
        MintMany memory terms = many(64, 2, oneFee(carol, 500));
        mintMany(officialOf(), bob, terms);
        MintMany memory more = many(66, 3, oneFee(carol, 500));
        more.items[1].fees = oneFee(eve, 500);
        more.items[2].fees = oneFee(carol, 499);
        mintMany(officialOf(), alice, more);
        for (uint256 i; i < 2; ++i) {
            check(officialOf(), bob, terms.items[i], 0);
        }
        for (uint256 i; i < 3; ++i) {
            check(officialOf(), alice, more.items[i], 0);
        }
    }

    /// When the last item of a sheet with a royalty is burnt, the next voucher's royalty may take its place.
    function test_GivenASheetWhoseItemsAreBurnt() public ofEachStandard {
        mintMany(officialOf(), bob, many(64, 2, oneFee(carol, 500)));
        burnAll(officialOf(), bob, 64);
        burnAll(officialOf(), bob, 65);
        MintMany memory more = many(66, 2, oneFee(eve, 100));
        mintMany(officialOf(), alice, more);
        check(officialOf(), alice, more.items[0], 0);
        check(officialOf(), alice, more.items[1], 0);
        check(officialOf(), bob, many(64, 1, noFees()).items[0], supplyOf());
    }

    function test_GivenANeighbourThatIsNotMinted() public {
        isEditions = true;
        mintMany(editions, bob, many(7, 2, oneFee(carol, 500)));
        // A burn of nothing, which ERC-1155 allows of any id.
        vm.prank(bob);
        editions.burn(bob, 9, 0);
        vm.assertEq(editions.creators(9), address(0), "no creator");
        vm.assertEq(editions.totalSupply(9), 0, "no supply");
        vm.assertEq(editions.getFeeBps(9).length, 0, "no royalty");
        mint(editions, eve, 9);
        vm.assertEq(editions.creators(9), eve, "free to be minted");
        vm.assertEq(editions.getFeeBps(9).length, 0, "without one");
    }
}
