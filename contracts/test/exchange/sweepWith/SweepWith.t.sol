// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Extra, Fill, Order} from "../../../src/exchange/OrderTypes.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";
import {Answer, BurningWallet, Wallet} from "../../base/Wallet.sol";
import {EarlyERC721} from "../../findings/StarvedRoyalty.t.sol";

/// @notice A sweep of which some lines are signed by contracts, or minted by their purchase.
contract SweepWithTest is VoucherBase {
    Wallet private wallet;

    function setUp() public override {
        super.setUp();
        wallet = new Wallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        nft.give(alice, 3);
    }

    function plain(uint256 id) private view returns (Order memory order) {
        order = aSale();
        (order.key.sellAsset.tokenId, order.key.salt) = (id, saltOf(20 + id));
    }

    function wallets() private view returns (Order memory order) {
        order = plain(2);
        order.key.owner = address(wallet);
    }

    function fillOf(Order memory order) private view returns (Fill memory) {
        return Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
    }

    /// One of a key, one of a contract, one minted by a key's voucher, one of a key.
    function lines() private view returns (Fill[] memory fills, Extra[] memory extras) {
        fills = new Fill[](4);
        (fills[0], fills[1], fills[3]) = (fillOf(plain(1)), fillOf(wallets()), fillOf(plain(3)));
        fills[2] = fillOf(unminted(single, 1));
        extras = new Extra[](2);
        extras[0] = Extra(1, joined(fills[1].sig), "", 0);
        extras[1] = Extra(2, "", signedTerms(single, alice, terms(1)), 0);
    }

    function sweepAll(Fill[] memory fills, Extra[] memory extras, uint256 least) private returns (bool[] memory) {
        vm.prank(bob);
        return exchange.sweepWith{value: 5 ether}(fills, extras, address(0), least);
    }

    /// [CART-05]
    function test_FillsLinesOfEachKind() public {
        (Fill[] memory fills, Extra[] memory extras) = lines();
        bool[] memory done = sweepAll(fills, extras, 4);
        for (uint256 i; i < 4; ++i) vm.assertTrue(done[i], "done");
        vm.assertEq(nft.ownerOf(1), bob, "a key's");
        vm.assertEq(nft.ownerOf(2), bob, "a contract's");
        vm.assertEq(nft.ownerOf(3), bob, "the last");
        vm.assertEq(single.totalSupply(), 1, "minted");
        vm.assertEq(bob.balance, 1000 ether - 4 * 1.025 ether, "what is left came back");
        vm.assertEq(address(wallet).balance, 0.975 ether, "its proceeds");
    }

    /// [BULK-02] A voucher and bytes at once: the item of a contract is minted by its purchase.
    function test_FillsALineWithBoth() public {
        Order memory order = unminted(single, 1);
        order.key.owner = address(wallet);
        Fill[] memory fills = new Fill[](1);
        fills[0] = fillOf(order);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, joined(fills[0].sig), signedTerms(single, address(wallet), terms(1)), 0);
        sweepAll(fills, extras, 1);
        vm.assertEq(single.totalSupply(), 1, "minted");
    }

    /// [CART-05] The dearest honest lines: minted, signed by a contract, with as many creators as there may be, and a URI that is
    /// kept as text.
    function test_FillsALineWithBothAndFiveRecipients() public {
        for (uint256 i; i < 4; ++i) {
            uint256 snapshot = vm.snapshotState();
            bool isMultiple = i % 2 == 1;
            Order memory order = isMultiple ? unminted(multiple, 10) : unminted(single, 1);
            order.key.owner = address(wallet);
            Fill[] memory fills = new Fill[](1);
            fills[0] = fillOf(order);
            Extra[] memory extras = new Extra[](1);
            extras[0] = Extra(0, joined(fills[0].sig), ofFive(isMultiple, i < 2), 0);
            sweepAll(fills, extras, 1);
            vm.assertEq(address(wallet).balance, 0.925 ether, "proceeds");
            for (uint256 k; k < 5; ++k) vm.assertEq(address(uint160(0xC0000 + k)).balance, 0.01 ether, "recipient");
            vm.revertToState(snapshot);
        }
    }

    /// @dev The wallet's voucher for five creators of 1 %.
    function ofFive(bool isMultiple, bool isText) private view returns (bytes memory) {
        SettlementVoucher memory voucher = terms(isMultiple ? 10 : 1);
        voucher.fees = new Fee[](5);
        for (uint256 i; i < 5; ++i) voucher.fees[i] = Fee(address(uint160(0xC0000 + i)), 100);
        if (isText) voucher.uri = "/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKHPSq/metadata/001.json";
        return isMultiple ? signedTerms(multiple, address(wallet), voucher) : signedTerms(single, address(wallet), voucher);
    }

    /// An extra that says nothing leaves its line as it is.
    function test_FillsALineWithAnEmptyExtra() public {
        (Fill[] memory fills, Extra[] memory extras) = lines();
        extras[0] = Extra(0, "", "", 0);
        bool[] memory done = sweepAll(fills, extras, 1);
        vm.assertTrue(done[0] && !done[1] && done[2] && done[3], "without its bytes the contract's is skipped");
    }

    /// What fails spoils its own line only: its coin comes back, and nothing was minted.
    function test_SkipsWhatFails() public {
        (Fill[] memory fills, Extra[] memory extras) = lines();
        for (uint256 i = uint256(Answer.Wrong); i <= uint256(Answer.Padded); ++i) {
            uint256 snapshot = vm.snapshotState();
            wallet.answerBy(Answer(i));
            extras[1].voucher = signedTerms(single, eve, terms(1));
            bool[] memory done = sweepAll(fills, extras, 1);
            vm.assertTrue(done[0] && done[1] == (Answer(i) == Answer.Bomb) && !done[2] && done[3], "the others");
            vm.assertEq(single.totalSupply(), 0, "not minted");
            vm.revertToState(snapshot);
        }
    }

    /// No seller hides a royalty by an answer that burns the gas it would be read with.
    function testFuzz_WhenAnOwnerBurnsTheGasOfTheRoyalty(uint256 left) public {
        BurningWallet burning = new BurningWallet(alice);
        EarlyERC721 early = new EarlyERC721(carol);
        early.give(address(burning), 1);
        burning.act(address(early), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        burning.burnTo(bound(left, 30_000, 350_000));
        Fill[] memory fills = new Fill[](2);
        fills[0] = fillOf(plain(1));
        Order memory order = plain(1);
        (order.key.owner, order.key.sellAsset.token) = (address(burning), address(early));
        fills[1] = fillOf(order);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(1, joined(fills[1].sig), "", 0);
        bool[] memory done = sweepAll(fills, extras, 1);
        vm.assertTrue(done[0], "the other");
        vm.assertEq(carol.balance, done[1] ? 0.05 ether : 0, "the royalty is paid");
        vm.assertEq(early.ownerOf(1), done[1] ? bob : address(burning), "or the item stays");
    }

    function test_RevertWhen_AnExtraIsForNoLine() public {
        (Fill[] memory fills, Extra[] memory extras) = lines();
        extras[1].line = 4;
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeExtraMisplaced.selector, 4));
        sweepAll(fills, extras, 1);
    }

    function test_RevertWhen_ExtrasAreOutOfOrder() public {
        (Fill[] memory fills, Extra[] memory extras) = lines();
        (extras[0], extras[1]) = (extras[1], extras[0]);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeExtraMisplaced.selector, 1));
        sweepAll(fills, extras, 1);
        extras[1] = extras[0];
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeExtraMisplaced.selector, 2));
        sweepAll(fills, extras, 1);
    }
}
