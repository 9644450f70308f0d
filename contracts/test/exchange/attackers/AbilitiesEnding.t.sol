// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Acceptance, Order} from "../../../src/exchange/OrderTypes.sol";
import {IExchangeForms} from "../../../src/exchange/IExchangeForms.sol";
import {IManyTransfers, Transfer} from "../../../src/transfer/IManyTransfers.sol";
import {AbilitiesBase} from "../../base/AbilitiesBase.sol";
import {Actor} from "../../base/Actor.sol";
import {MoodyERC20} from "../../base/MoodyERC20.sol";
import {HostileMover} from "../../base/Wallet.sol";

/// @notice Everything is ended, and items are sent away, from inside a fill. Neither is behind the guard: each acts for its
/// caller alone, so the fill at hand stands, and what comes after it meets the new state.
contract AbilitiesEndingTest is AbilitiesBase {
    uint256 private constant HIGH = 5000;

    Actor private bidder;
    Actor private seller;

    function setUp() public override {
        super.setUp();
        bidder = new Actor(bob);
        pay.give(address(bidder), 10 ether);
        bidder.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        seller = new Actor(alice);
        for (uint256 id = 10; id < 14; ++id) nft.give(address(seller), id);
        multi.give(address(seller), 7, 10);
        seller.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        seller.act(address(multi), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        nft.give(alice, 2);
    }

    function endCall() private pure returns (bytes memory) {
        return abi.encodeCall(IExchangeForms.endEverything, ());
    }

    /// @dev A call of the bidder that ends everything, for others to make.
    function biddersEnd() private view returns (bytes memory) {
        return abi.encodeCall(Actor.act, (address(exchange), endCall()));
    }

    function sendCall(address token, uint256 id, address to) private pure returns (bytes memory) {
        Transfer[] memory list = new Transfer[](1);
        list[0] = Transfer(token, id, 3, 1, to);
        return abi.encodeCall(IManyTransfers.transferMany, (list));
    }

    function biddersBid(address token) private view returns (Order memory order) {
        order = criteriaBid(token, 3);
        order.key.owner = address(bidder);
    }

    function sellersSale(uint256 id, uint256 number) private view returns (Order memory order) {
        order = aSale();
        (order.key.owner, order.key.salt, order.key.sellAsset.tokenId) = (address(seller), saltOf(number), id);
    }

    /// @dev One bid was filled and the next, of either kind, meets the end.
    function assertBidderEnded(Order memory order, uint256 id) private {
        vm.assertTrue(exchange.epochOf(address(bidder)) != 0, "ended");
        vm.assertEq(exchange.filled(address(bidder), order.key.salt), 1, "one of two");
        bytes memory signature = bobs(order);
        vm.expectRevert(spent(address(bidder), 60));
        acceptAny(order, signature, id, 1, 0);
        vm.assertTrue(exchange.isSpent(address(bidder), HIGH), "and what it never used");
        vm.assertEq(exchange.epochOf(bob), 0, "no other account");
    }

    /// Holds: a number is counted before the item moves, and each next line is counted on its own.
    function test_WhenAnItemEndsItsBiddersBids() public {
        HostileMover mover = new HostileMover();
        mover.give(alice, 1);
        mover.give(alice, 2);
        approveItems(address(mover));
        mover.reenter(address(bidder), biddersEnd());
        Order memory order = biddersBid(address(mover));
        Order memory other = plainBid();
        (other.key.owner, other.key.salt) = (address(bidder), saltOf(HIGH, 0, 0, FEE));
        bool[] memory done = acceptPair(acceptance(order, 1), acceptance(other, 1));
        vm.assertTrue(done[0] && !done[1] && mover.entered(), "the first");
        vm.assertEq(mover.ownerOf(1), address(bidder), "item");
        vm.assertEq(nft.ownerOf(1), alice, "kept");
        vm.assertEq(pay.balanceOf(address(bidder)), 8.975 ether, "paid for one");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
        vm.assertEq(pay.balanceOf(treasury), 0.05 ether, "fees");
        mover.reenter(address(0), "");
        assertBidderEnded(order, 2);
        assertFree(0);
    }

    /// Holds: the same from the last payment of a fill, which has no bound of gas.
    function test_WhenATokenEndsItsPayersBids() public {
        MoodyERC20 moody = new MoodyERC20();
        moody.give(address(bidder), 10 ether);
        bidder.act(address(moody), abi.encodeCall(pay.approve, (address(proxy), 10 ether)));
        moody.hook(alice, address(bidder), biddersEnd());
        Order memory order = biddersBid(address(nft));
        order.key.sellAsset.token = address(moody);
        acceptAny(order, bobs(order), 1, 1, 0.975 ether);
        vm.assertEq(moody.passed(), 1, "it ran");
        vm.assertEq(nft.ownerOf(1), address(bidder), "item");
        vm.assertEq(moody.balanceOf(address(bidder)), 8.975 ether, "paid once");
        vm.assertEq(moody.balanceOf(alice), 0.975 ether, "proceeds");
        assertBidderEnded(order, 2);
        assertFree(0);
    }

    /// Holds: a bidder that ends everything as it takes its item pays for it all the same.
    function test_WhenABidderEndsEverythingAsItReceives() public {
        bidder.arm(address(exchange), endCall());
        Order memory order = biddersBid(address(nft));
        acceptAny(order, bobs(order), 1, 1, 0.975 ether);
        vm.assertTrue(bidder.passed(), "it ran");
        vm.assertEq(nft.ownerOf(1), address(bidder), "item");
        vm.assertEq(pay.balanceOf(address(bidder)), 8.975 ether, "paid once");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
        assertBidderEnded(order, 2);
        assertFree(0);
    }

    /// @dev So that the end fits into a payout: a word that was used costs less to close.
    function useWords() private {
        (uint256[] memory words, uint256[] memory masks) = (new uint256[](4), new uint256[](4));
        for (uint256 i; i < 4; ++i) (words[i], masks[i]) = (i, 1 << 200);
        seller.act(address(exchange), abi.encodeCall(IExchangeForms.cancelMany, (words, masks)));
        seller.arm(address(exchange), endCall());
    }

    function assertSellerEnded(Order memory filled) private {
        vm.assertTrue(exchange.epochOf(address(seller)) != 0, "ended");
        vm.assertTrue(exchange.isSpent(address(seller), filled.key.salt), "over");
        for (uint256 i; i < 2; ++i) {
            Order memory other = sellersSale(13, i == 0 ? 30 : HIGH);
            bytes memory signature = leafOf(ALICE_KEY, other);
            vm.expectRevert(spent(address(seller), i == 0 ? 30 : HIGH));
            buyBy(other, signature, 1);
        }
        vm.assertEq(nft.ownerOf(13), address(seller), "kept");
    }

    /// Holds: a seller that ends everything as it is paid has sold, by each form, and sells nothing more.
    function test_WhenASellerEndsEverythingAsItIsPaid() public {
        useWords();
        for (uint256 i; i < 3; ++i) {
            uint256 snapshot = vm.snapshotState();
            Order memory order = sellersSale(10, 20);
            if (i == 0) order.key.salt |= PRIVATE << 64;
            buyBy(order, i == 2 ? leafOf(ALICE_KEY, order) : signedFor(ALICE_KEY, order, bob), 1);
            vm.assertEq(nft.ownerOf(10), bob, "item");
            vm.assertEq(address(seller).balance, 0.975 ether, "paid");
            assertSellerEnded(order);
            assertFree(0.05 ether);
            vm.revertToState(snapshot);
        }
    }

    /// Holds: what is left of a lot is over with everything else.
    function test_WhenASellerOfALotEndsEverythingAsItIsPaid() public {
        useWords();
        Order memory lot = aLot();
        lot.key.owner = address(seller);
        bytes memory signature = leafOf(ALICE_KEY, lot);
        buyBy(lot, signature, 4);
        vm.assertEq(multi.balanceOf(bob, 7), 4, "four");
        vm.assertEq(address(seller).balance, 3.9 ether, "paid for four");
        vm.expectRevert(spent(address(seller), 6));
        buyBy(lot, signature, 6);
        vm.expectRevert(spent(address(seller), 6));
        buyBy(lot, signature, 5);
        assertSellerEnded(lot);
        assertFree(0.2 ether);
    }

    /// Holds: a bidder may send its item on at once, and has paid for it.
    function test_WhenABidderSendsItsItemOnAsItReceives() public {
        bidder.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        bidder.arm(address(many), sendCall(address(nft), 1, eve));
        Order memory order = biddersBid(address(nft));
        acceptAny(order, bobs(order), 1, 1, 0.975 ether);
        vm.assertTrue(bidder.passed(), "it ran");
        vm.assertEq(nft.ownerOf(1), eve, "sent on");
        vm.assertEq(pay.balanceOf(address(bidder)), 8.975 ether, "paid once");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
        assertFree(0);
    }

    function notIts(address sender, uint256 id, address owner) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, sender, id, owner);
    }

    /// Holds: ManyTransfers names its caller as the owner, also while the exchange moves things of the same owner.
    function test_WhenAnotherAccountsItemsAreSentFromInside() public {
        HostileMover mover = new HostileMover();
        mover.give(alice, 1);
        approveItems(address(mover));
        mover.reenter(address(many), sendCall(address(nft), 2, eve));
        bidder.arm(address(many), sendCall(address(nft), 2, eve));
        Acceptance memory first = acceptance(criteriaBid(address(mover), 3), 1);
        bool[] memory done = acceptPair(first, acceptance(biddersBid(address(nft)), 1));
        vm.assertTrue(done[0] && done[1] && !mover.entered() && !bidder.passed(), "both, and neither sent");
        vm.assertEq(bytes32(mover.why()), bytes32(IERC721Errors.ERC721IncorrectOwner.selector), "why, from the item");
        vm.assertEq(keccak256(bidder.answer()), keccak256(notIts(address(bidder), 2, alice)), "why, from the bidder");
        vm.assertEq(nft.ownerOf(2), alice, "still Alice's");
        vm.assertEq(pay.balanceOf(alice), 1.95 ether, "proceeds of both");
        assertFree(0);
    }

    /// Holds: the item is its buyer's when its seller's code runs. One that takes it back fails, and its coin waits.
    function test_WhenASellerSendsWhatItSoldAsItIsPaid() public {
        seller.arm(address(many), sendCall(address(nft), 10, eve));
        Order memory order = sellersSale(10, 20);
        order.key.salt |= PRIVATE << 64;
        buyBy(order, signedFor(ALICE_KEY, order, bob), 1);
        vm.assertEq(nft.ownerOf(10), bob, "its buyer's");
        vm.assertEq(exchange.claimable(address(seller)), 0.975 ether, "credited");
        assertFree(0.05 ether);
    }

    /// Holds: the next leaf, whose item went elsewhere meanwhile, is refused by the item alone and takes no coin.
    function test_WhenASellerSendsItsNextItemAsItIsPaid() public {
        seller.arm(address(many), sendCall(address(nft), 11, eve));
        Order memory next = sellersSale(11, 21);
        buyBy(sellersSale(10, 20), leafOf(ALICE_KEY, sellersSale(10, 20)), 1);
        vm.assertEq(address(seller).balance, 0.975 ether, "it ran");
        vm.assertEq(nft.ownerOf(11), eve, "sent away");
        bytes memory signature = leafOf(ALICE_KEY, next);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, proxy, 11));
        buyBy(next, signature, 1);
        vm.assertEq(bob.balance, 1000 ether - 1.025 ether, "paid for one");
        vm.assertTrue(!exchange.isSpent(address(seller), 21), "open");
        assertFree(0.05 ether);
    }
}
