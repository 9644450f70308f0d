// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Acceptance, Order} from "../../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../../src/fees/IPayouts.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Tree} from "../../base/Tree.sol";
import {FeeListERC721} from "../../base/Tokens.sol";
import {HostileMover, Wallet} from "../../base/Wallet.sol";
import {DearERC20} from "../../findings/DearPayments.t.sol";

contract AcceptBidsTest is ExchangeBase {
    uint256 private constant CRITERIA = 1;

    function setUp() public override {
        super.setUp();
        for (uint256 id = 2; id <= 60; ++id) nft.give(alice, id);
    }

    /// Bob's bid for item `id`.
    function bid(uint256 id) private view returns (Order memory order) {
        order = aBid(address(nft));
        order.key.buyAsset.tokenId = id;
        order.key.salt = saltOf(100 + id, 0, 0, FEE);
    }

    function acceptance(Order memory order) private view returns (Acceptance memory a) {
        (a.order, a.buyerFee, a.amount) = (order, FEE, PRICE);
        a.signature = joined(signed(BOB_KEY, exchange.digestByTerms(order, address(0))));
    }

    function bids(uint256 count) private view returns (Acceptance[] memory list) {
        list = new Acceptance[](count);
        for (uint256 i; i < count; ++i) list[i] = acceptance(bid(i + 1));
    }

    function acceptAll(Acceptance[] memory list, uint256 least) private returns (bool[] memory) {
        vm.prank(alice);
        return exchange.acceptBids(list, address(0), least);
    }

    /// @dev At least one, with a gas limit: what burns all of it must not take the call with it.
    function acceptWithin(uint256 gasLimit, Acceptance[] memory list) private returns (bool[] memory) {
        bytes memory call = abi.encodeCall(exchange.acceptBids, (list, address(0), 1));
        vm.prank(alice);
        (bool ok, bytes memory answer) = address(exchange).call{gas: gasLimit}(call);
        vm.assertTrue(ok, "the gas suffices");
        return abi.decode(answer, (bool[]));
    }

    function test_AcceptsEach() public {
        bool[] memory done = acceptAll(bids(50), 50);
        for (uint256 i; i < 50; ++i) {
            vm.assertTrue(done[i], "done");
            vm.assertEq(nft.ownerOf(i + 1), bob, "item");
        }
        vm.assertEq(pay.balanceOf(alice), 50 * 0.975 ether, "proceeds");
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 50 * 1.025 ether, "what the bidder pays");
    }

    function test_AcceptsBidsOfBothKinds() public {
        Acceptance[] memory list = bids(2);
        Order memory order = bid(2);
        order.key.salt |= CRITERIA << 64;
        order.key.buyAsset.tokenId = uint256(Tree.leafOf(7));
        list[1] = acceptance(order);
        list[1].tokenId = 7;
        acceptAll(list, 2);
        vm.assertEq(nft.ownerOf(1), bob, "by its id");
        vm.assertEq(nft.ownerOf(7), bob, "by its set");
    }

    function test_PaysTheReceiver() public {
        Acceptance[] memory list = bids(2);
        vm.prank(alice);
        exchange.acceptBids(list, carol, 2);
        vm.assertEq(pay.balanceOf(carol), 2 * 0.975 ether, "proceeds");
    }

    /// @dev A sale that Alice could pay.
    function saleOfEve() private returns (Acceptance memory a) {
        nft.give(eve, 61);
        pay.give(alice, 2 ether);
        vm.prank(eve);
        nft.setApprovalForAll(address(proxy), true);
        Order memory order = aSale();
        (order.key.owner, order.key.sellAsset.tokenId, order.key.buyAsset) = (eve, 61, money());
        (a.order, a.buyerFee, a.amount, a.signature) = (order, FEE, 1, joined(makerSig(EVE_KEY, order)));
    }

    function test_SkipsWhatCannotBeAccepted() public {
        Acceptance[] memory list = bids(8);
        // 0 spent, 1 another signed, 2 below its least, 3 gone, 4 a sale that its caller could pay, 5 another fee, 6 criteria that the id is outside of.
        vm.prank(bob);
        exchange.cancel(list[0].order.key);
        list[1].signature = joined(makerSig(EVE_KEY, list[1].order));
        list[2].leastProceeds = 0.975 ether + 1;
        vm.prank(alice);
        nft.transferFrom(alice, eve, 4);
        list[4] = saleOfEve();
        list[5].buyerFee = FEE - 1;
        list[6].order.key.salt |= CRITERIA << 64;
        list[6].order.key.buyAsset.tokenId = uint256(Tree.leafOf(8));
        list[6].signature = joined(signed(BOB_KEY, exchange.digestByTerms(list[6].order, address(0))));
        bool[] memory done = acceptAll(list, 1);
        for (uint256 i; i < 8; ++i) vm.assertTrue(done[i] == (i == 7), "only the last");
        vm.assertEq(nft.ownerOf(8), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 2.975 ether, "proceeds, beside what it had");
    }

    function recipient(uint256 number, uint256 index) private pure returns (address) {
        return address(uint160(0xC0000 + 5 * number + index));
    }

    /// @dev Alice's item 1 of a collection with five recipients, and the bid of a contract on any of it in `money_`.
    function dearBid(DearERC20 money_, uint256 cost, uint256 number) private returns (Acceptance memory a) {
        FeeListERC721 collection = new FeeListERC721();
        for (uint256 i; i < 5; ++i) collection.add(recipient(number, i), 100);
        collection.give(alice, 1);
        vm.prank(alice);
        collection.setApprovalForAll(address(proxy), true);
        Wallet wallet = new Wallet(bob);
        money_.give(address(wallet), 2 ether);
        wallet.act(address(money_), abi.encodeCall(money_.approve, (address(proxy), 2 ether)));
        wallet.act(address(money_), abi.encodeCall(money_.setCost, (cost)));
        Order memory order = aBid(address(collection));
        order.key.owner = address(wallet);
        order.key.salt = saltOf(number, 0, 0, FEE) | CRITERIA << 64;
        (order.key.buyAsset.tokenId, order.key.sellAsset.token) = (0, address(money_));
        a = acceptance(order);
        a.tokenId = 1;
    }

    /// The dearest honest bid: of a contract, on any item, with five recipients, in a token with transfers of 50,000 gas more.
    function test_AcceptsABidWithFiveRecipientsInADearToken() public {
        DearERC20 money_ = new DearERC20();
        Acceptance[] memory list = new Acceptance[](1);
        list[0] = dearBid(money_, 50_000, 20);
        acceptAll(list, 1);
        for (uint256 i; i < 5; ++i) vm.assertEq(money_.balanceOf(recipient(20, i)), 0.01 ether, "recipient");
        vm.assertEq(money_.balanceOf(alice), 0.925 ether, "proceeds");
    }

    /// In a plain token, fifty bids with five new recipients each fit into a transaction (EIP-7825), its calldata included.
    function test_AcceptsFiftyBidsWithFiveRecipients() public {
        DearERC20 money_ = new DearERC20();
        Acceptance[] memory list = new Acceptance[](50);
        for (uint256 i; i < 50; ++i) list[i] = dearBid(money_, 0, 200 + i);
        bytes memory call = abi.encodeCall(exchange.acceptBids, (list, address(0), 50));
        uint256 before = 21_000;
        for (uint256 i; i < call.length; ++i) before += call[i] == 0 ? 4 : 16;
        vm.prank(alice);
        (bool ok,) = address(exchange).call{gas: 16_777_216 - before}(call);
        vm.assertTrue(ok, "all fifty");
        vm.assertEq(money_.balanceOf(alice), 50 * 0.925 ether, "proceeds");
    }

    /// An item that burns all its gas costs its caller a bounded price, and the others nothing.
    function test_SkipsAHostileItem() public {
        HostileMover mover = new HostileMover();
        mover.give(alice, 1);
        vm.prank(alice);
        mover.setApprovalForAll(address(proxy), true);
        mover.set(1);
        Acceptance[] memory list = bids(2);
        list[0].order.key.buyAsset.token = address(mover);
        list[0] = acceptance(list[0].order);
        bool[] memory done = acceptWithin(3_000_000, list);
        vm.assertTrue(!done[0] && done[1], "the second");
        vm.assertEq(nft.ownerOf(2), bob, "item");
    }

    function test_AcceptsTheSameOnce() public {
        Acceptance[] memory list = bids(2);
        list[1] = list[0];
        bool[] memory done = acceptAll(list, 1);
        vm.assertTrue(done[0] && !done[1], "once");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
    }

    function test_RevertWhen_ThereAreMoreThanFifty() public {
        Acceptance[] memory list = bids(51);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTooMany.selector, 51, 50));
        acceptAll(list, 1);
    }

    function test_RevertWhen_NothingIsAccepted() public {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeNothingSwept.selector));
        acceptAll(bids(0), 0);
    }

    function test_RevertWhen_FewerAreAcceptedThanWanted() public {
        Acceptance[] memory list = bids(2);
        list[1].leastProceeds = PRICE;
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSweptTooFew.selector, 1, 2));
        acceptAll(list, 2);
    }

    /// With too little gas for the next it ends, or reverts where that is fewer than wanted: never a line that starves.
    function test_WhenGasIsScarce() public {
        bool[] memory done = acceptWithin(1_050_000, bids(6));
        uint256 count;
        for (uint256 i; i < 6; ++i) if (done[i]) ++count;
        vm.assertTrue(count > 0 && count < 6, "some");
        for (uint256 i; i < 6; ++i) vm.assertTrue(done[i] == (i < count), "from the first on");
    }

    function test_RevertWhen_GasIsTooLow() public {
        Acceptance[] memory list = bids(2);
        vm.prank(alice);
        (bool ok, bytes memory answer) =
            address(exchange).call{gas: 400_000}(abi.encodeCall(exchange.acceptBids, (list, address(0), 1)));
        vm.assertTrue(!ok && bytes4(answer) == IPayouts.PayoutGasTooLow.selector, "reverts");
    }
}
