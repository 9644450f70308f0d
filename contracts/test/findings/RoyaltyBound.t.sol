// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";
import {Extra, Fill, Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {AbilitiesBase} from "../base/AbilitiesBase.sol";
import {TurningRoyalty} from "./LeastProceeds.t.sol";

/// @notice Each recipient's part is rounded up.
contract CeilingRoyalty is TurningRoyalty {
    function royaltyInfo(uint256, uint256 price) external view override returns (address, uint256) {
        return (_to, (price * _bps + 9_999) / 10_000);
    }
}

/// @notice Answers with two recipients by getFeeRecipients and getFeeBps.
contract TwoRecipients is TurningRoyalty {
    address private immutable _other;

    constructor(address other) {
        _other = other;
    }

    function royaltyInfo(uint256, uint256) external pure override returns (address, uint256) {
        return (address(0), 0);
    }

    function getFeeRecipients(uint256) external view returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (_to, _other);
    }

    function getFeeBps(uint256) external view returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (_bps, 100);
    }
}

/// @notice An ERC1155 whose owner changes the royalty when it likes.
contract TurningLot is ERC1155("") {
    address private _to;
    uint256 private _bps;

    function give(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function set(address to, uint256 bps) external {
        (_to, _bps) = (to, bps);
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return (_to, price * _bps / 10_000);
    }
}

/// @notice A royalty that its collection's owner raises between a listing and its purchase.
contract RoyaltyBoundTest is AbilitiesBase {
    uint256 private constant MOST = 500;

    TurningRoyalty private token;

    function setUp() public override {
        super.setUp();
        use(new TurningRoyalty());
    }

    function use(TurningRoyalty turning) private {
        token = turning;
        token.give(alice, 1);
        token.give(alice, 2);
        approveItems(address(token));
    }

    /// Alice sells item 1, with a royalty of at most `most` bps.
    function sale(uint256 most) private view returns (Order memory order) {
        order = aSale(address(token));
        order.key.salt = saltOf(80, 0, 0, most);
    }

    function above(uint256 royalty, uint256 most) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeRoyaltyAboveMost.selector, royalty, most);
    }

    /// [F-81]
    function test_F81_RevertWhen_TheRoyaltyRose() public {
        token.set(eve, 1000);
        buyReverts(sale(MOST), 1, above(0.1 ether, 0.05 ether));
        vm.assertEq(token.ownerOf(1), alice, "unmoved");
        token.set(eve, 500);
        buy(sale(MOST), 1);
        vm.assertEq(alice.balance, 0.925 ether, "open again when it is low again");
    }

    /// [F-81] By one unit.
    function test_F81_RevertWhen_TheRoyaltyIsOneUnitAbove() public {
        Order memory order = sale(MOST);
        order.buying = 20;
        token.set(eve, 1000);
        buyReverts(order, 1, above(2, 1));
    }

    /// [F-81]
    function test_F81_WhenTheRoyaltyIsExact() public {
        token.set(eve, 500);
        buy(sale(MOST), 1);
        vm.assertEq(eve.balance, 0.05 ether, "paid");
    }

    /// [F-81]
    function test_F81_WhenNoMostIsNamed() public {
        token.set(eve, 1000);
        buy(sale(0), 1);
        vm.assertEq(eve.balance, 0.1 ether, "as before: any royalty up to the cap");
    }

    /// [F-81]
    function test_F81_WhenTheCollectionRoundsUp() public {
        use(new CeilingRoyalty());
        token.set(eve, 500);
        Order memory order = sale(MOST);
        order.buying = 21;
        buy(order, 1);
        vm.assertEq(eve.balance, 2, "1.05 rounded up");
    }

    /// [F-81]
    function test_F81_WhenTheSellerIsTheCreator() public {
        token.set(alice, 1000);
        buy(sale(MOST), 1);
        vm.assertEq(alice.balance, 0.975 ether, "the seller loses nothing to itself");
    }

    /// [F-81]
    function test_F81_RevertWhen_TwoRecipientsAreAboveTogether() public {
        use(new TwoRecipients(carol));
        token.set(eve, 450);
        buyReverts(sale(MOST), 1, above(0.055 ether, 0.05 ether));
        token.set(eve, 400);
        buy(sale(MOST), 1);
        vm.assertEq(carol.balance, 0.01 ether, "together exact");
    }

    /// [F-81]
    function test_F81_RevertWhen_AnERC20IsPaid() public {
        token.set(eve, 600);
        Order memory order = sale(MOST);
        order.key.buyAsset = money();
        buyReverts(order, 1, above(0.06 ether, 0.05 ether));
        token.set(eve, 500);
        buy(order, 1);
        vm.assertEq(pay.balanceOf(eve), 0.05 ether, "paid");
    }

    /// [F-81]
    function test_F81_RevertWhen_PartOfALotIsBought() public {
        TurningLot lot = new TurningLot();
        lot.give(alice, 7, 10);
        approveItems(address(lot));
        Order memory order = aLot();
        (order.key.sellAsset.token, order.key.salt) = (address(lot), saltOf(81, 0, 0, MOST));
        lot.set(eve, 600);
        buyReverts(order, 3, above(0.18 ether, 0.15 ether));
        lot.set(eve, 500);
        buy(order, 3);
        vm.assertEq(eve.balance, 0.15 ether, "of three");
    }

    /// [F-81]
    function test_F81_RevertWhen_TheSaleIsPrivate() public {
        token.set(eve, 600);
        Order memory order = sale(MOST);
        order.key.salt |= PRIVATE << 64;
        bytes memory signature = signedFor(ALICE_KEY, order, bob);
        vm.expectRevert(above(0.06 ether, 0.05 ether));
        buyBy(order, signature, 1);
        token.set(eve, 500);
        buyBy(order, signature, 1);
        vm.assertEq(token.ownerOf(1), bob, "sold");
    }

    /// [F-81]
    function test_F81_RevertWhen_TheFormTakesBytes() public {
        token.set(eve, 600);
        Order memory order = sale(MOST);
        bytes memory signature = signedFor(ALICE_KEY, order, address(0));
        vm.expectRevert(above(0.06 ether, 0.05 ether));
        buyBy(order, signature, 1);
    }

    /// [F-81] The bound is signed with the rest of the salt.
    function test_F81_RevertWhen_AnotherMostIsWritten() public {
        token.set(eve, 1000);
        Order memory order = sale(MOST);
        Sig memory sig = makerSig(ALICE_KEY, order);
        order.key.salt = saltOf(80, 0, 0, 1000);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
    }

    /// [F-81]
    function test_F81_WhenItIsOneLineOfASweep() public {
        token.set(eve, 1000);
        nft.give(alice, 90);
        Fill[] memory fills = new Fill[](2);
        Order memory other = aSale();
        (other.key.sellAsset.tokenId, other.key.salt) = (90, saltOf(82));
        fills[0] = Fill(sale(MOST), makerSig(ALICE_KEY, sale(MOST)), FEE, none(), 1);
        fills[1] = Fill(other, makerSig(ALICE_KEY, other), FEE, none(), 1);
        vm.prank(bob);
        bool[] memory done = exchange.sweep{value: 2 * due(PRICE, FEE)}(fills, address(0), 1);
        vm.assertTrue(!done[0] && done[1], "skipped, and the other bought");
        vm.assertEq(token.ownerOf(1), alice, "unmoved");
    }

    /// [F-81] In a bid the same bits are the most buyer fee.
    function test_F81_WhenItIsABid() public {
        token.set(eve, 1000);
        Order memory order = aBid(address(token));
        accept(order, 1 ether);
        vm.assertEq(pay.balanceOf(eve), 0.1 ether, "its taker names a least instead");
    }
}
