// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {IEditions} from "../../base/IEditions.sol";
import {IItems} from "../../base/IItems.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";

contract ExchangeWithVoucherTest is VoucherBase {
    function itemsOf(ICollection collection) private pure returns (IItems) {
        return IItems(address(collection));
    }

    function editions() private view returns (IEditions) {
        return IEditions(address(multiple));
    }

    /// [BUY-15] minted by the purchase: Alice has neither minted nor approved anything
    function test_WhenTheItemIsAnERC721() public {
        Order memory order = unminted(single, 1);
        buyUnminted(order, 1, signedTerms(single, alice, terms(1)));
        vm.assertEq(itemsOf(single).ownerOf(7), bob, "item");
        vm.assertEq(itemsOf(single).tokenURI(7), string.concat("ipfs:/", CID), "uri");
        vm.assertEq(single.totalSupply(), 1, "supply");
        vm.assertEq(carol.balance, 0.05 ether, "royalty of this very sale");
        vm.assertEq(alice.balance, 0.925 ether, "proceeds");
        assertOver(order, 0.05 ether);
    }

    function test_WhenTheItemIsAnERC1155() public {
        Order memory order = unminted(multiple, 10);
        bytes memory voucher = signedTerms(multiple, alice, terms(30));
        buyUnminted(order, 3, voucher);
        vm.assertEq(editions().balanceOf(bob, 7), 3, "bought");
        vm.assertEq(editions().balanceOf(alice, 7), 27, "the rest is the creator's");
        vm.assertEq(multiple.creators(7), alice, "creator");
        bytes memory why = abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, alice);
        buyUnmintedReverts(order, voucher, why);
        vm.prank(alice);
        editions().setApprovalForAll(address(proxy), true);
        buyUnminted(order, 7, voucher);
        vm.assertEq(editions().balanceOf(bob, 7), 10, "bought");
        vm.assertEq(multiple.totalSupply(7), 30, "minted once");
        vm.assertEq(carol.balance, 0.5 ether, "royalties");
        assertOver(order, 0.5 ether);
    }

    /// One transaction: a mint is used up by its own fill.
    /// forge-config: default.isolate = false
    function test_RevertWhen_TheNextFillHasNoVoucher() public {
        Order memory order = unminted(multiple, 10);
        buyUnminted(order, 3, signedTerms(multiple, alice, terms(30)));
        vm.prank(alice);
        editions().setApprovalForAll(address(proxy), true);
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeVoucherMissing.selector, multiple, 7));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
    }

    function test_RevertGiven_MoreAreSoldThanMinted() public {
        Order memory order = unminted(multiple, 10);
        bytes memory voucher = signedTerms(multiple, alice, terms(2));
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionAmountInvalid.selector, 7, 3));
        vm.prank(bob);
        exchange.exchange{value: due(3 ether, FEE)}(order, sig, FEE, none(), 3, address(0), voucher);
    }

    function test_RevertWhen_SeveralOfAnERC721AreSold() public {
        Order memory order = unminted(single, 10);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        buyUnmintedReverts(order, voucher, abi.encodeWithSelector(IExchange.ExchangeMintedOtherwise.selector, single, 3, 10));
    }

    function test_RevertGiven_MintedByTheCreator() public {
        Sig memory own = signed(MINER_KEY, single.mintDigest(7, alice));
        vm.prank(alice);
        single.mint(7, own.v, own.r, own.s, terms(1).fees, CID);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        buyUnmintedReverts(unminted(single, 1), voucher, why);
    }

    function test_RevertGiven_MintedByAnother() public {
        Sig memory own = signed(MINER_KEY, multiple.mintDigest(7, eve));
        vm.prank(eve);
        multiple.mint(7, own.v, own.r, own.s, terms(1).fees, 10, CID);
        bytes memory voucher = signedTerms(multiple, alice, terms(10));
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        buyUnmintedReverts(unminted(multiple, 1), voucher, why);
    }

    function mintsOtherwise(uint256 supply, uint256 bps, string memory uri) private {
        Fee[] memory fees = new Fee[](1);
        fees[0] = Fee(carol, bps);
        Sig memory own = signed(MINER_KEY, multiple.mintDigest(7, alice));
        vm.startPrank(alice);
        multiple.mint(7, own.v, own.r, own.s, fees, supply, uri);
        editions().setApprovalForAll(address(proxy), true);
        vm.stopPrank();
    }

    /// The creator also has a plain mint voucher, which binds neither supply, royalty nor URI.
    function test_RevertGiven_TheCreatorMintedAnotherSupply() public {
        mintsOtherwise(1_000_000, 500, CID);
        bytes memory voucher = signedTerms(multiple, alice, terms(10));
        buyUnmintedReverts(unminted(multiple, 10), voucher, abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7));
    }

    function test_RevertGiven_TheCreatorMintedAnotherRoyalty() public {
        mintsOtherwise(10, 1000, CID);
        bytes memory voucher = signedTerms(multiple, alice, terms(10));
        buyUnmintedReverts(unminted(multiple, 10), voucher, abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7));
    }

    function test_RevertGiven_TheCreatorMintedAnotherURI() public {
        mintsOtherwise(10, 500, "/something-else");
        bytes memory voucher = signedTerms(multiple, alice, terms(10));
        buyUnmintedReverts(unminted(multiple, 10), voucher, abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7));
    }

    function test_GivenTheCreatorMintedTheSame() public {
        mintsOtherwise(10, 500, CID);
        buyUnminted(unminted(multiple, 10), 3, signedTerms(multiple, alice, terms(10)));
        vm.assertEq(editions().balanceOf(bob, 7), 3, "moved with the creator's approval");
    }

    /// The same voucher in another order of the creator: the id is there already.
    function test_RevertWhen_TheVoucherComesAgain() public {
        bytes memory voucher = signedTerms(single, alice, terms(1));
        buyUnminted(unminted(single, 1), 1, voucher);
        Order memory second = unminted(single, 1);
        second.key.salt = saltOf(55);
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        buyUnmintedReverts(second, voucher, why);
        vm.prank(bob);
        itemsOf(single).transferFrom(bob, alice, 7);
        buyUnmintedReverts(second, voucher, why);
    }

    function test_RevertWhen_TheOrderDoesNotHold() public {
        Order memory order = unminted(single, 1);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        Sig memory sig = makerSig(EVE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), voucher);
        vm.prank(alice);
        exchange.cancel(order.key);
        sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 5));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0), voucher);
        vm.assertEq(single.totalSupply(), 0, "nothing is minted");
    }

    function test_RevertWhen_TheItemIsThereAlready() public {
        bytes memory voucher = signedTerms(single, alice, terms(1));
        buyUnmintedReverts(aSale(), voucher, abi.encodeWithSelector(IExchange.ExchangeVoucherUnused.selector, 3));
        Order memory order = aLot();
        order.key.salt = saltOf(5);
        buyUnmintedReverts(order, voucher, abi.encodeWithSelector(IExchange.ExchangeVoucherUnused.selector, 2));
    }

    /// A bid for an unminted item names no creator whose voucher it could be.
    function test_RevertWhen_ABidIsForType5() public {
        Order memory order = aBid(address(single));
        order.key.buyAsset = item(address(single), 7, 5);
        bytes memory voucher = signedTerms(single, bob, terms(1));
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeVoucherUnused.selector, 1));
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0), voucher);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeVoucherMissing.selector, single, 7));
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), PRICE, address(0));
    }

    function test_RevertWhen_TheVoucherIsNoABI() public {
        buyUnmintedReverts(unminted(single, 1), "", "");
        buyUnmintedReverts(unminted(single, 1), hex"00ff", "");
        bytes memory voucher = signedTerms(single, alice, terms(1));
        assembly {
            mstore(add(voucher, 0x20), not(0))
        }
        buyUnmintedReverts(unminted(single, 1), voucher, "");
    }

    /// A contract that takes every call mints nothing.
    function test_RevertWhen_TheCollectionIsNone() public {
        Order memory order = unminted(single, 1);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        order.key.sellAsset.token = address(new Empty());
        bytes memory why =
            abi.encodeWithSelector(IExchange.ExchangeMintedOtherwise.selector, order.key.sellAsset.token, 0, 1);
        buyUnmintedReverts(order, voucher, why);
        order.key.sellAsset.token = eve;
        buyUnmintedReverts(order, voucher, abi.encodeWithSelector(IExchange.ExchangeMintedOtherwise.selector, eve, 0, 1));
    }

    function test_RevertWhen_TheCollectionMintsSomethingUnknown() public {
        uint256[5] memory answers = [uint256(0), 1, 4, 5, 258];
        for (uint256 i; i < answers.length; ++i) {
            Order memory order = unminted(single, 1);
            order.key.sellAsset.token = address(new Liar(answers[i]));
            bytes memory why =
                abi.encodeWithSelector(IExchange.ExchangeMintedOtherwise.selector, order.key.sellAsset.token, answers[i], 1);
            buyUnmintedReverts(order, "x", why);
        }
    }

    function testFuzz_AnySupplyAndPart(uint256 supply, uint256 part) public {
        supply = bound(supply, 1, type(uint128).max);
        part = bound(part, 1, supply < 900 ? supply : 900);
        Order memory order = unminted(multiple, supply);
        buyUnminted(order, part, signedTerms(multiple, alice, terms(supply)));
        vm.assertEq(editions().balanceOf(bob, 7), part, "bought");
        vm.assertEq(editions().balanceOf(alice, 7), supply - part, "left");
        vm.assertEq(exchange.isSpent(alice, saltOf(5)) ? 1 : 0, part == supply ? 1 : 0, "over when all is sold");
    }
}

contract Empty {
    fallback() external {}
}

contract Liar {
    uint256 private immutable _answer;

    constructor(uint256 answer) {
        _answer = answer;
    }

    fallback() external {
        uint256 answer = _answer;
        assembly {
            mstore(0, answer)
            mstore(0x20, 1)
            return(0, 0x40)
        }
    }
}
