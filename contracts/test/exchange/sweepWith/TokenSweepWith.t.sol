// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {Extra, Fill, Order} from "../../../src/exchange/OrderTypes.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";
import {BurningWallet} from "../../base/Wallet.sol";
import {EarlyERC721} from "../../findings/StarvedRoyalty.t.sol";

/// @notice A sweep for an ERC20 of which some lines are signed by contracts, or minted by their purchase.
contract TokenSweepWithTest is VoucherBase {
    BurningWallet private wallet;

    function setUp() public override {
        super.setUp();
        wallet = new BurningWallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        nft.give(alice, 3);
    }

    function lineOf(Order memory order, uint256 number) private view returns (Fill memory) {
        (order.key.salt, order.key.buyAsset) = (saltOf(number), money());
        return Fill(order, makerSig(ALICE_KEY, order), FEE, none(), 1);
    }

    function plain(address token, uint256 id) private view returns (Order memory order) {
        order = aSale(token);
        order.key.sellAsset.tokenId = id;
    }

    function wallets(Order memory order) private view returns (Order memory) {
        order.key.owner = address(wallet);
        return order;
    }

    function sweepAll(Fill[] memory fills, Extra[] memory extras) private returns (bool[] memory) {
        vm.prank(bob);
        return exchange.sweepWith(fills, extras, address(0), 1);
    }

    /// [CART-10] One of a key, one of a contract, one minted by a key's voucher, one of a key.
    function test_FillsLinesOfEachKind() public {
        Fill[] memory fills = new Fill[](4);
        fills[0] = lineOf(plain(address(nft), 1), 20);
        fills[1] = lineOf(wallets(plain(address(nft), 2)), 21);
        fills[2] = lineOf(unminted(single, 1), 22);
        fills[3] = lineOf(plain(address(royal), 1), 23);
        Extra[] memory extras = new Extra[](2);
        extras[0] = Extra(1, joined(fills[1].sig), "", 0);
        extras[1] = Extra(2, "", signedTerms(single, alice, terms(1)), 0);
        bool[] memory done = sweepAll(fills, extras);
        for (uint256 i; i < 4; ++i) vm.assertTrue(done[i], "done");
        vm.assertEq(single.totalSupply(), 1, "minted");
        vm.assertEq(nft.ownerOf(2), bob, "a contract's");
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 4 * 1.025 ether, "paid");
        vm.assertEq(pay.balanceOf(address(wallet)), 0.975 ether, "the contract");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether + 2 * 0.925 ether, "the key");
        vm.assertEq(pay.balanceOf(carol), 0.1 ether, "two royalties");
        vm.assertEq(pay.balanceOf(treasury), 0.2 ether, "four fees");
    }

    /// [CART-10] The dearest honest line: minted, signed by a contract, with as many new recipients as there may be.
    function test_FillsALineWithBothAndFiveRecipients() public {
        SettlementVoucher memory voucher = terms(1);
        voucher.fees = new Fee[](5);
        for (uint256 i; i < 5; ++i) voucher.fees[i] = Fee(address(uint160(0xC0000 + i)), 100);
        Fill[] memory fills = new Fill[](1);
        fills[0] = lineOf(wallets(unminted(single, 1)), 20);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, joined(fills[0].sig), signedTerms(single, address(wallet), voucher), 0);
        sweepAll(fills, extras);
        vm.assertEq(single.totalSupply(), 1, "minted");
        for (uint256 i; i < 5; ++i) vm.assertEq(pay.balanceOf(address(uint160(0xC0000 + i))), 0.01 ether, "recipient");
        vm.assertEq(pay.balanceOf(address(wallet)), 0.925 ether, "proceeds");
    }

    /// [CART-10] The beneficiary is noted before, so that its payment does not check the gas of this fill.
    function testFuzz_WhenAnOwnerBurnsTheGasOfTheRoyalty(uint256 left) public {
        EarlyERC721 early = new EarlyERC721(carol);
        early.give(address(wallet), 1);
        wallet.act(address(early), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        pay.give(address(wallet), 1);
        wallet.burnTo(bound(left, 30_000, 350_000));
        Fill[] memory fills = new Fill[](2);
        fills[0] = lineOf(plain(address(nft), 1), 20);
        fills[1] = lineOf(wallets(plain(address(early), 1)), 21);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(1, joined(fills[1].sig), "", 0);
        bool[] memory done = sweepAll(fills, extras);
        vm.assertTrue(done[0], "the other");
        vm.assertEq(pay.balanceOf(carol), done[1] ? 0.05 ether : 0, "the royalty is paid");
        vm.assertEq(early.ownerOf(1), done[1] ? bob : address(wallet), "or the item stays");
    }
}
